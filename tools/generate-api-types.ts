import { openApiDocument } from '../services/control/src/http/openapi-document.ts';
import { apiTypes } from './apigen/src/index.ts';

/** The text of web/src/api/schema.gen.ts: what the dashboard knows of the operator API. */
export const generateApiTypes = async (): Promise<string> => apiTypes(await openApiDocument());
