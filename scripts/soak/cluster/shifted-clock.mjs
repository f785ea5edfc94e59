// Loaded into a server before anything else (node --import): its machine's clock is wrong by CLOCK_OFFSET_MS milliseconds.
const offsetMs = Number(process.env.CLOCK_OFFSET_MS);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + offsetMs);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + offsetMs;
  }
};
