export { Metrics } from './metrics.js';
export { serveMetrics, type MetricsServer } from './serve.js';
