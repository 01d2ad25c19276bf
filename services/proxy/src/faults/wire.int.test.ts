import { playChapter } from './testing/play-chapter.ts';

playChapter('The way there and back');
