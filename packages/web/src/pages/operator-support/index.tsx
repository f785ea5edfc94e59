import { Page } from '../../parts/page.js';

export default function () {
  return <Page title="Support inbox" />;
}
