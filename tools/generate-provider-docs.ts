/** docs/providers.md: what becomes of a request at every provider, from the tables by which the adapters work. */
import {
  chatParameters,
  contentKinds,
  type ProviderTable,
  providerTables,
  type Rule,
} from '../packages/providers/src/index.ts';

const introduction = `# Providers

A client speaks OpenAI's chat completions and embeddings; each provider is spoken to in its own language. This page says what
becomes of every parameter there. It is generated (\`make gen\`) from the tables by which the adapters work,
\`packages/providers/src/<provider>/parameters.ts\` and \`model-data.ts\`, and a test holds the adapters to it.

- **passed**: goes out as it came.
- **mapped**: goes out in the provider's own words.
- **dropped**: goes nowhere. It only tunes what the provider does in its own way, so the answer means the same without it.
- **refused**: the request is answered with 400 and the parameter's name, before anything is sent. Leaving it out would give the
  client something else than it asked for. Where a model route has another target that honours it, the request goes there.

Between the same dialects (OpenAI, OpenRouter, compatible servers) a request passes as it came, fields that nobody here knows
included; only the model's name, authentication and \`stream_options\` are set, and what the tables name. The client's headers
\`OpenAI-Beta\` (OpenAI, compatible servers), \`anthropic-beta\` (Anthropic), \`HTTP-Referer\` and \`X-Title\` (OpenRouter) go
along; its authentication and cookies never do.

## What every provider gets

- **Roles.** Several system and developer messages, wherever they stand, go to Anthropic and Gemini as one system text in their
  order. Neighbours of one role become one turn; results of tools stand together, first in the turn after their calls. A call
  without its result and a result without its call are refused by name. The \`name\` of a message and the \`detail\` of an image
  go nowhere at these two, which know neither.
- **The old form.** \`functions\`, \`function_call\` and messages of the role \`function\` go to Anthropic and Gemini as tools.
- **Ids of calls.** Where a provider refuses an id for its length or alphabet, it gets another one in its place, the same in every
  request.
- **Signatures.** What a provider signs (thoughts, calls) comes to the client in \`extra_content.<issuer>\` of the message or call,
  or in OpenRouter's \`reasoning_details\`. A client that gives its messages back as they came, or uses a session, gives it back
  unchanged; each provider gets its own alone.
- **Images behind https addresses.** OpenAI, OpenRouter and Anthropic fetch them themselves. For Gemini the gateway does: from
  public addresses alone, at most 16 for one request and 14 MiB together, within 10 s, known by their bytes; redirects are
  checked like the first address. Everything else is 400 with \`invalid_image_url\` and the field; so is, for every provider, an
  address of another scheme than https, http and data, or in a network of one's own (\`localhost\`, private addresses).
- **Answers.** One form, plain and streamed: thinking as \`reasoning_content\`, never in the content; dense tool calls; usage in
  OpenAI's convention; refusals, blocked prompts and withheld answers as \`content_filter\`. Fields that nobody here knows are kept.
- **Models.** \`GET /v1/models\` says what each can do. A request that needs tools, images, audio, files or a strict JSON schema
  only goes where it can be served; what is not known of a model excludes nothing.
- **Files by their id.** A \`file_id\`, like the id of an earlier spoken answer, exists in one account alone, and only the provider
  knows in which. Such a request is served where the enabled keys for it are of one account: a single one, or all of one
  \`quota_group\`; it never fails over to another. Else it is refused with the field at fault: send the file itself.
- **Embeddings.** OpenAI, OpenRouter, compatible servers and Gemini; \`dimensions\`, \`encoding_format\` of both kinds. A request
  never moves to another model: vectors of two models cannot be compared.
`;

const kinds = { passed: 'passed', mapped: 'mapped', dropped: 'dropped', refused: 'refused' } as const;

const cell = ({ how, says }: Rule): string => `${kinds[how]} | ${says}`;

function rows<Name extends string>(
  names: readonly Name[],
  rules: Readonly<Record<Name, Rule>>,
  quoted: boolean,
): string {
  const told = names.filter((name) => rules[name].how !== 'passed');
  return told.map((name) => `| ${quoted ? `\`${name}\`` : name} | ${cell(rules[name])} |`).join('\n');
}

function section(table: ProviderTable): string {
  const head = '| parameter or content | | where to, or why |\n| --- | --- | --- |';
  const parameters = rows(chatParameters, table.parameters, true);
  const contents = rows(contentKinds, table.contents, false);
  const passes = chatParameters.some((name) => table.parameters[name].how === 'passed');
  const all = [parameters, contents].filter((part) => part !== '').join('\n');
  const rest = passes ? '\nEverything else is passed.\n' : '';
  const differences = table.differences.map((sentence) => `- ${sentence}`).join('\n');
  return `## ${table.title}\n\nModel data of ${table.version}.\n\n${head}\n${all}\n${rest}\n${differences}\n`;
}

/** The text of docs/providers.md. */
export const generateProviderDocs = (): string =>
  [introduction, ...Object.values(providerTables).map(section)].join('\n');
