import type { AnswerDialect } from '../answer-decoding.ts';
import { decodeWholeAnswer } from '../openai-dialect/answer-decoder.ts';
import { traits } from './decode-stream.ts';

export const decodeAnswer: AnswerDialect['decodeAnswer'] = (answer) => decodeWholeAnswer(answer, traits);
