// The Chromium that tests, audit and benchmark drive, and how it is started.

export const chromiumProgram = '/usr/bin/chromium';

// Chromium takes its last list of features only, so Playwright's own stand here again.
const playwrightsFeatures =
  'AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,TcpPortRandomizationWin,ThirdPartyStoragePartitioning';
// Two pages of the address bar that no test sees: each new window would load them, at a third of a second.
const addressBar = 'WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,WebUIOmniboxPopup';
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  `--disable-features=${playwrightsFeatures},${addressBar}`,
];

/**
 * Imports its driver only now: a command's script loads before anything is installed.
 * @param {string[]} more flags of one caller's own
 */
export async function launchChromium(...more) {
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath: chromiumProgram, args: [...flags, ...more] });
}
