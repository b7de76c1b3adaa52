// Unpacks the Chromium of its package into the temporary folder of this process.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
