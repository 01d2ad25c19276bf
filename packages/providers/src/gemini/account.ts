import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import { type AccountReader, byRefusal } from '../accounts/account-reader.ts';

/** `google.rpc.ErrorInfo` names the consumer: the project, whose keys share every quota (cloud.google.com/apis/design/errors). */
const consumerOf = ({ details }: JsonObject): unknown =>
  (Array.isArray(details) ? (details as readonly Json[]) : [])
    .flatMap((detail) => (isJsonObject(detail) && isJsonObject(detail.metadata) ? [detail.metadata.consumer] : []))
    .find((consumer) => typeof consumer === 'string' && consumer.startsWith('projects/'));

const read = byRefusal(consumerOf, [/\bproject_number:(\d{4,20})\b/, /\bproject #?(\d{4,20})\b/]);

/** Whether the details or the text told the number, the name is the same. */
export const account: AccountReader = (evidence) => {
  const project = read(evidence);
  return project === undefined || project.startsWith('projects/') ? project : `projects/${project}`;
};
