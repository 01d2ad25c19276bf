type OnlySet<Members> = { readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> };

/** The members that are set: a query has no word for `undefined`. */
export const onlySet = <Members extends object>(members: Members): OnlySet<Members> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as OnlySet<Members>;
