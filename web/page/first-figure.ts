// The figure at the top of the page is asked for beside the page's own script, not after it.
import { load } from './on-demand';

void load('s2s-program').catch(() => {});
