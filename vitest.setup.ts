// The properties' made-up inputs are the same in every run, so that nothing fails by chance. To look further:
// `PROPERTY_SEED=$RANDOM npm test -- --project address`.
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.PROPERTY_SEED ?? 20_261_121) });
