import { openApiDocument } from '../services/control/src/http/openapi-document.ts';

/** The text of services/control/openapi.json, from which the dashboard's client is made. */
export const generateOpenApi = (): Promise<string> => openApiDocument();
