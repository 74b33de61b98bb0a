/** The version number of package.json, put in by Vite. */
declare const __SEQ2SEQ_VERSION__: string;
