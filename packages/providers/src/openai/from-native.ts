import { dialect } from './decode-stream.ts';

export const { decodeAnswer } = dialect;
