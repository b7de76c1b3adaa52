// Unpacks the package's Chromium into this process's temporary folder.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
