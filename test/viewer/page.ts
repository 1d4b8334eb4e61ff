// Builds the page once, before the tests that use a report.

import { writePage } from '../../scripts/page.mjs';

export default writePage;
