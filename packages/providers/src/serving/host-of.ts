/** `localhost:11434` of `http://localhost:11434/v1`, without what a default port would add. */
export const hostOf = (baseUrl: string): string => /^[a-z]+:\/\/(?:[^/@]*@)?([^/?#]*)/i.exec(baseUrl)?.[1] ?? '';
