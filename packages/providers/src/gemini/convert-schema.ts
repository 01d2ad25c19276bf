import type { JsonObject } from '@palimpsest/domain';
import { cleanJsonSchema } from './clean-json-schema.ts';
import { cleanSchema } from './clean-schema.ts';
import type { ModelData } from './model-data.ts';
import type { SchemaRoom } from './schema-room.ts';

/**
 * A client's JSON schema for this model: nearly as it is where the model takes JSON schema, else `undefined` there, and always in the
 * subset of OpenAPI that every model takes.
 */
export type NativeSchema = { readonly jsonSchema: JsonObject | undefined; readonly subset: JsonObject };

export const convertSchema = (schema: JsonObject, data: ModelData, room: SchemaRoom): NativeSchema => ({
  jsonSchema: data.jsonSchema ? cleanJsonSchema(schema, room) : undefined,
  subset: cleanSchema(schema, room),
});
