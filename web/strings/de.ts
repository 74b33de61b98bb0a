import { page } from './de/page';
import { en, type Strings } from './en';
export const de: Strings = { ...en, page };
