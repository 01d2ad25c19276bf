import { faultsOf, type Row } from '../fault.ts';
import { doubts, refusedHere, shutsModel, suspends } from '../follows.ts';
import { openAiFault } from './envelope.ts';

/** Keys, organizations and places that are refused. Source: platform.openai.com, "Error codes". */
const rows: readonly Row[] = [
  [
    'a wrong key',
    openAiFault(401, 'Incorrect API key provided: sk-ab***********wxyz. You can find your API key at …', {
      code: 'invalid_api_key',
    }),
    suspends(),
  ],
  [
    'a closed account',
    openAiFault(401, 'The OpenAI account associated with this API key has been deactivated.', {
      code: 'account_deactivated',
    }),
    suspends('account'),
  ],
  [
    'a closed account, told by the text of a 403',
    openAiFault(403, 'This key is associated with a deactivated account.', { type: 'requests' }),
    suspends('account'),
  ],
  [
    'an organization that is not the key’s',
    openAiFault(401, 'OpenAI-Organization header should match organization for API key', {
      code: 'mismatched_organization',
    }),
    suspends(),
  ],
  [
    'an organization that does not exist, as a 400',
    openAiFault(400, 'No such organization: org-XXXX.', { code: 'invalid_organization' }),
    suspends(),
  ],
  ['a key of no organization', openAiFault(401, 'You must be a member of an organization to use the API.'), suspends()],
  [
    'a restricted key',
    openAiFault(401, 'You have insufficient permissions for this operation. Missing scopes: model.request.'),
    suspends(),
  ],
  [
    'an address that is not on the list of its organization',
    openAiFault(401, 'Your request IP is not authorized.', { code: 'ip_not_authorized' }),
    suspends('account'),
  ],
  ['a 401 that says nothing more', openAiFault(401, 'Unauthorized'), doubts()],
  ['a 403 that says nothing more', openAiFault(403, 'Forbidden'), doubts()],
  [
    'a country that is not served',
    openAiFault(403, 'Country, region, or territory not supported', {
      type: 'request_forbidden',
      code: 'unsupported_country_region_territory',
    }),
    refusedHere('egress'),
  ],
  [
    'a country that is not served, told by the text alone',
    openAiFault(403, 'Country, region, or territory not supported'),
    refusedHere('egress'),
  ],
  [
    'a model that the key may not use',
    openAiFault(403, 'You are not allowed to sample from this model'),
    shutsModel('key-model'),
  ],
  [
    'a model whose name reads like an empty account',
    openAiFault(404, 'The model `gpt-insufficient credits` does not exist or you do not have access to it.', {
      code: 'model_not_found',
    }),
    shutsModel('key-model'),
  ],
  [
    'a model for verified organizations, as a 400',
    openAiFault(400, 'Your organization must be verified to stream this model.', {
      param: 'stream',
      code: 'unsupported_value',
    }),
    shutsModel(),
  ],
  [
    'a model that does not exist, or not for this key',
    openAiFault(404, 'The model `gpt-9` does not exist or you do not have access to it.', { code: 'model_not_found' }),
    shutsModel('key-model'),
  ],
  [
    'a project without this model, as a 403',
    openAiFault(403, 'Project `proj_X` does not have access to model `gpt-9`', { code: 'model_not_found' }),
    shutsModel('key-model'),
  ],
  [
    'a path that does not exist',
    openAiFault(404, 'Invalid URL (POST /v1/v1/chat/completions)'),
    refusedHere('provider'),
  ],
  ['a path that takes no calls', openAiFault(405, 'Method Not Allowed'), refusedHere('provider')],
  [
    'a wrong key, told with the status of a server that fails',
    openAiFault(500, 'Incorrect API key provided: sk-ab***********wxyz.', { code: 'invalid_api_key' }),
    doubts(),
  ],
];

export const openAiAccess = faultsOf('OpenAI', 'openai', rows);
