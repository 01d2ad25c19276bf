import { playChapter } from './testing/play-chapter.ts';

playChapter('Gemini');
