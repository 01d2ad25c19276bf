type LongNameProps = {
  readonly children: string;
  /** What pointing at it shows: an id, or the name in full. */
  readonly title?: string;
};

// Characters. Narrower than that, a column is a tower of syllables.
const LEAST = 12;

/** What people and programs named, of any length: a long name breaks anywhere, but never into a column of a few letters. */
export const LongName = ({ children: name, title }: LongNameProps) => (
  <span title={title} style={name.length <= LEAST ? short : long}>
    {name}
  </span>
);

const short = { whiteSpace: 'nowrap' } as const;
const long = { display: 'inline-block', overflowWrap: 'anywhere', minWidth: `${LEAST}ch` } as const;
