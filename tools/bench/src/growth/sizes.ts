/** How many there are of each before and after it has grown. */
export const sizes = {
  users: { few: 10, many: 100_000 },
  sessions: { few: 64, many: 10_000 },
  /** Beside what the measured calls themselves add. */
  logEntries: { few: 0, many: 100_000 },
  keys: { few: 10, many: 1000 },
} as const;
