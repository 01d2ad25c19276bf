import { faultsOf, type Row } from '../fault.ts';
import { doubts, refusedHere, shutsModel, suspends } from '../follows.ts';
import { errorInfo, geminiFault } from './envelope.ts';

/** The form of a key, which the API repeats in full. */
const leaked = `AIza${'Sy0123456789abcdefghijklmnopqrstuvw'.slice(0, 35)}`;

/** Keys, projects and places that are refused. Sources: ai.google.dev, "Troubleshooting"; google.rpc.ErrorInfo; continuedev/continue#10902. */
const rows: readonly Row[] = [
  [
    'a wrong key, as a 400',
    geminiFault(400, 'API key not valid. Please pass a valid API key.', [errorInfo('API_KEY_INVALID')]),
    suspends(),
  ],
  [
    'a key that is over, as a 400',
    geminiFault(400, 'API key expired. Please renew the API key.', [errorInfo('API_KEY_INVALID')]),
    suspends(),
  ],
  [
    'no key',
    geminiFault(403, "Method doesn't allow unregistered callers (callers without established identity)."),
    suspends(),
  ],
  ['a leaked key', geminiFault(403, 'Your API key was reported as leaked. Please use another API key.'), suspends()],
  [
    'a suspended project, with the whole key in the text',
    geminiFault(403, `Permission denied: Consumer 'api_key:${leaked}' has been suspended.`, [
      errorInfo('CONSUMER_SUSPENDED', { containerInfo: `api_key:${leaked}`, consumer: 'projects/000000000000' }),
    ]),
    suspends('account'),
  ],
  [
    'a key for other services',
    geminiFault(403, 'Requests to this API generativelanguage.googleapis.com method … are blocked.', [
      errorInfo('API_KEY_SERVICE_BLOCKED'),
    ]),
    suspends(),
  ],
  [
    'a key for other pages',
    geminiFault(403, 'Requests from referer <empty> are blocked.', [errorInfo('API_KEY_HTTP_REFERRER_BLOCKED')]),
    suspends(),
  ],
  [
    'a key for other addresses',
    geminiFault(403, 'The provided API key has an IP address restriction.', [errorInfo('API_KEY_IP_ADDRESS_BLOCKED')]),
    suspends(),
  ],
  [
    'a project without the service',
    geminiFault(403, 'Generative Language API has not been used in project 000000000000 before or it is disabled.', [
      errorInfo('SERVICE_DISABLED', { consumer: 'projects/000000000000' }),
    ]),
    suspends('account'),
  ],
  [
    'a token that is no key',
    geminiFault(401, 'Request had invalid authentication credentials. Expected OAuth 2 access token.', [
      errorInfo('ACCESS_TOKEN_TYPE_UNSUPPORTED'),
    ]),
    suspends(),
  ],
  [
    'a project that is shut out',
    geminiFault(403, 'Your project has been denied access. Please contact support.'),
    suspends('account'),
  ],
  [
    'a project without billing',
    geminiFault(403, 'This API method requires billing to be enabled. Please enable billing on project #0.'),
    suspends('account'),
  ],
  [
    'a role that is missing, on Vertex AI',
    geminiFault(403, "Permission 'aiplatform.endpoints.predict' denied on resource (or it may not exist).", [
      errorInfo('IAM_PERMISSION_DENIED'),
    ]),
    shutsModel('key-model'),
  ],
  ['a 403 that says nothing more', geminiFault(403, 'The caller does not have permission'), doubts()],
  [
    'a model of somebody else',
    geminiFault(403, 'You do not have permission to access tuned model tunedModels/xyz.'),
    shutsModel(),
  ],
  [
    'a model that does not exist',
    geminiFault(
      404,
      'models/gemini-none is not found for API version v1beta, or is not supported for generateContent.',
    ),
    shutsModel(),
  ],
  [
    'a model whose name reads like a spent budget',
    geminiFault(404, 'models/gemini-monthly spending cap is not found for API version v1beta.'),
    shutsModel(),
  ],
  [
    'a place that is not served, as a 400',
    geminiFault(400, 'User location is not supported for the API use.', [], 'FAILED_PRECONDITION'),
    refusedHere('egress'),
  ],
  [
    'a country without a free tier, as a 400',
    geminiFault(
      400,
      'Gemini API free tier is not available in your country. Please enable billing on your project in Google AI Studio.',
      [],
      'FAILED_PRECONDITION',
    ),
    suspends('account'),
  ],
];

export const geminiAccess = faultsOf('Gemini', 'gemini', rows);
