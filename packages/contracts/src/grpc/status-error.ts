import { status } from '@grpc/grpc-js';

/** An error that may cross the wire: a gRPC status, and details that the other side may see. */
export type StatusError = Error & { readonly code: status; readonly details: string };

/** What a handler throws to refuse a call with a status of its choice. `details` is shown to the caller. */
export const statusError = (code: status, details: string): StatusError =>
  Object.assign(new Error(details), { code, details });

export const isStatusError = (error: unknown): error is StatusError =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'number' &&
  'details' in error &&
  typeof error.details === 'string';

/** Whether the peer could not be reached or did not answer in time: worth another try later, no fault of the call. */
export const isPeerAway = (error: unknown): boolean =>
  isStatusError(error) && (error.code === status.UNAVAILABLE || error.code === status.DEADLINE_EXCEEDED);

/** What goes on the wire for any error: a bug's text and cause stay here. */
export const publicError = (error: unknown): StatusError =>
  isStatusError(error) ? statusError(error.code, error.details) : statusError(status.INTERNAL, 'internal error');
