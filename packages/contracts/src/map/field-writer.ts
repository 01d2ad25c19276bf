import { type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** The tags of a message's fields (protobuf.dev, "Encoding"), by their names. */
export type Tags<Fields extends DescMessage['field']> = { readonly [Name in keyof Fields]: number };

/** The tags of a message that has texts, whole numbers, booleans and messages alone. */
export const tagsOf = <Fields extends DescMessage['field']>(schema: { readonly field: Fields }): Tags<Fields> =>
  Object.fromEntries(
    Object.entries(schema.field).map(([name, field]) => [
      name,
      (field.number << 3) |
        (field.fieldKind === 'scalar' && field.scalar !== ScalarType.STRING
          ? WireType.Varint
          : WireType.LengthDelimited),
    ]),
  ) as Tags<Fields>;

const mostIn32Bits = 0xffff_ffff;

/**
 * Writes fields straight from what the gateway works with. For messages that are written with every call, or a hundred thousand at a time: to
 * make the library's message first, and a writer for each, takes more than twice as long. What has the type's default is left out, as proto3
 * has it.
 */
export class FieldWriter {
  readonly #writer = new BinaryWriter();

  text(tag: number, value: string | undefined): void {
    if (value !== undefined && value !== '') this.#writer.uint32(tag).string(value);
  }

  /** The same where no text says something else than the empty one. */
  given(tag: number, value: string | null): void {
    if (value !== null) this.#writer.uint32(tag).string(value);
  }

  /** Not negative. */
  whole(tag: number, value: number): void {
    if (value !== 0) this.count(tag, value);
  }

  /** The same where no figure says something else than 0. */
  count(tag: number, value: number | bigint | null | undefined): void {
    if (value === null || value === undefined) return;
    this.#writer.uint32(tag);
    if (typeof value === 'number' && value <= mostIn32Bits) this.#writer.uint32(value);
    else this.#writer.uint64(value);
  }

  yes(tag: number, value: boolean): void {
    if (value) this.#writer.uint32(tag).bool(true);
  }

  message<Value>(tag: number, value: Value, write: (value: Value) => void): void {
    this.#writer.uint32(tag).fork();
    write(value);
    this.#writer.join();
  }

  /** Fields that are bytes already. */
  written(fields: Uint8Array): void {
    this.#writer.raw(fields);
  }

  /** The bytes of what `write` writes. Nothing is left over, whatever it throws. */
  bytesOf(write: () => void): Uint8Array {
    try {
      write();
    } catch (error) {
      this.#writer.finish();
      throw error;
    }
    return this.#writer.finish();
  }
}
