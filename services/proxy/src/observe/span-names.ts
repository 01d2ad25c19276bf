// Names of the OpenTelemetry conventions for GenAI and HTTP, copied here so that an upgrade of a package cannot rename our spans.
export const operationName = 'gen_ai.operation.name';
export const providerName = 'gen_ai.provider.name';
export const requestModel = 'gen_ai.request.model';
export const httpRoute = 'http.route';
export const responseStatus = 'http.response.status_code';
export const resendCount = 'http.request.resend_count';
export const errorType = 'error.type';

// Our own.
export const requestIdName = 'palimpsest.request_id';
export const attemptsName = 'palimpsest.attempts';
export const keyName = 'palimpsest.key';
export const scopeName = 'palimpsest.scope';
