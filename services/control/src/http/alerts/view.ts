import type { LoggedAlert } from '@palimpsest/state';
import type { z } from 'zod';
import { timeOf, timeOrNull } from '../schemas/values.ts';
import type { alertSchema } from './schemas.ts';

/** One alert as it is shown. */
export const alertView = (alert: LoggedAlert): z.output<typeof alertSchema> => ({
  id: alert.id,
  kind: alert.kind,
  target: alert.target,
  message: alert.message,
  state: alert.endedAtMs === null ? (alert.acknowledged === null ? 'open' : 'acknowledged') : 'ended',
  at: timeOf(alert.raisedAtMs),
  ended_at: timeOrNull(alert.endedAtMs),
  acknowledged_at: timeOrNull(alert.acknowledged?.atMs),
  acknowledged_by: alert.acknowledged?.by ?? null,
});
