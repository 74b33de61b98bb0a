// The page around the figures: theme, contents, links to states, and which element is loaded when. It is small and asks
// for nothing but itself, so that it answers long before a figure can.
import { arriveByLinks } from './page/arrive';
import { followContents } from './page/contents';
import { followLinks, offerLinks } from './page/deep-links';
import { keepPlaceAcrossLanguages } from './page/languages';
import { load, loadOnDemand } from './page/on-demand';
import { reachScrollers } from './page/scrollers';
import { themeSwitch } from './page/theme';
import { page as english } from './strings/en/page';

const german = document.documentElement.lang === 'de';

themeSwitch();
// The figure at the top: its files are on their way already (scripts/lesson-page.mjs).
load('s2s-program').catch(() => {});
loadOnDemand();
arriveByLinks();
followLinks();
keepPlaceAcrossLanguages();
reachScrollers();
const words = german ? (await import('./strings/de/page')).page : english;
followContents(words);
offerLinks(words);
