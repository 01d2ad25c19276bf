/** What an id of a user looks like. */
export const userIdForm = /^usr_[0-9A-Z]{26}$/;

/** What was typed to find users, as the API takes it: the id of one, or a part of names; nothing: all. */
export function userFilter(typed: string): { readonly id?: string; readonly name?: string } {
  const text = typed.trim();
  if (text === '') return {};
  return userIdForm.test(text) ? { id: text } : { name: text };
}
