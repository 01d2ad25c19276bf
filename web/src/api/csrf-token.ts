let current: string | undefined;

/** Keeps the token that the session's changes must carry; it lives as long as the page. */
export const rememberCsrfToken = (token: string | undefined): void => {
  current = token;
};

export const csrfToken = (): string | undefined => current;
