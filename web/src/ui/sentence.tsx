import { Fragment } from 'react';

// More than 40 characters: what people write has no such words, but what programs call something may have two hundred.
const longWord = /(\S{41,})/;

/** A sentence of the gateway, in which names of any length may stand: of a long one only the beginning is seen, and all of it by pointing at it. */
export const Sentence = ({ children: text }: { readonly children: string }) =>
  // What was split at stands at the odd places. A text is drawn anew as a whole.
  text.split(longWord).map((piece, place) =>
    place % 2 === 1 ? (
      <span key={`${place} ${piece}`} title={piece} style={shortened}>
        {piece}
      </span>
    ) : (
      <Fragment key={`${place} ${piece}`}>{piece}</Fragment>
    ),
  );

const shortened = {
  display: 'inline-block',
  // Not a share of what is around it: a table makes a column as wide as what has no width of its own.
  maxWidth: 'min(32ch, 50vw)',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  verticalAlign: 'bottom',
} as const;
