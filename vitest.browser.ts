// Unpacks the browser once, before the workers that would each begin to.
import { chromiumPath } from './scripts/support/chromium.mjs';

export default function setup(): void {
  chromiumPath();
}
