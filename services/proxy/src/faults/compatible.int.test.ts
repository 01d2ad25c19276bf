import { playChapter } from './testing/play-chapter.ts';

playChapter('Vendors of the OpenAI dialect');
