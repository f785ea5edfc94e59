// Loaded into a server before anything else (node --import): its machine's clock is wrong by CLOCK_OFFSET_MS milliseconds.
const offsetMs = Number(process.env.CLOCK_OFFSET_MS);
const RealDate = Date;

class ShiftedDate extends RealDate {
  /** @param {[] | [number]} parts */
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + offsetMs);
    else super(...parts);
  }

  /** @override */
  static now() {
    return RealDate.now() + offsetMs;
  }
}
globalThis.Date = /** @type {DateConstructor} */ (ShiftedDate);
