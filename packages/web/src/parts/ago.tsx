import { useEffect, useState } from 'react';
import { ago, time } from './format.js';

const TICK_MS = 30_000;

/** A moment as people say it, "3 hours ago"; the exact time is its title, and UTC is in the page. */
export function Ago({ at }: { at: string | number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(ticking);
  }, []);
  return (
    <time dateTime={new Date(at).toISOString()} title={time(at)}>
      {ago(at, now)}
    </time>
  );
}
