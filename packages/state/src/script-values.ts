/** The JSON values that Lua functions take and give; named in their headers as `json<…>`. */
export {};
