import openapiTS, { astToString } from 'openapi-typescript';

const note = '/** The operator API as TypeScript sees it; written by `make gen` from its OpenAPI document. */\n';

/** The types of every path and named schema in an OpenAPI 3.1 document, as the text of a TypeScript module. */
export async function apiTypes(document: string): Promise<string> {
  // The text, not the parsed document: of an object, the tool would write into what it was given.
  const types = await openapiTS(document, { rootTypes: true, rootTypesNoSchemaPrefix: true, silent: true });
  return note + astToString(types);
}
