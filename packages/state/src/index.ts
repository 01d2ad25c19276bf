export { AlertLog, type AlertSubject, type LoggedAlert, type Observation, type Observed } from './alert-log.ts';
export { type AlertMessage, AlertMessages, type DueMessage, type WebhookResult } from './alert-messages.ts';
export { readAlertRules } from './alert-rules.ts';
export { type AuditEntry, AuditLog, type LoggedAudit } from './audit-log.ts';
export { type CalendarPeriod, calendarPeriod, type PeriodName } from './calendar.ts';
export { type Change, ChangeMarks } from './change-marks.ts';
export { connectRedis, type RedisOptions } from './connect-redis.ts';
export type { Hold } from './hold.ts';
export { type AnswerClaim, type AnswerRef, IdempotentAnswers } from './idempotent-answers.ts';
export type { KeyGlance } from './key-glance.ts';
export { KeyPool } from './key-pool.ts';
export type { KeyStanding } from './key-standing.ts';
export { readStandings, withStandings } from './key-standings.ts';
export type { KeyAsk, KeyMark, KeyRef, KeyReservation, KeySettlement, KeyTold, Pace } from './key-words.ts';
export { type Held, Ledger, type LedgerCounter, type LedgerPage, type LedgerSubject } from './ledger.ts';
export { type MasterKeyHolder, MasterKeys, type Retirement } from './master-keys.ts';
export { type OperatorSession, OperatorSessions } from './operator-session.ts';
export { Patience } from './patience.ts';
export type { RedisAddress } from './redis-address.ts';
export type { RedisClient } from './redis-client.ts';
export { type Put, type PutResult, Registry, type Retired } from './registry.ts';
export { followRegistry, type RegistryDelta, type StoredOf } from './registry-changes.ts';
export { type RegistryKind, type RegistryRecords, registryKinds, type Stored } from './registry-records.ts';
export { turnAnswered } from './script-turn.ts';
export type { Booking, Increment } from './script-values.ts';
export {
  type PieceName,
  pieceName,
  type SessionRef,
  type SessionStanding,
  Sessions,
  type StoredSession,
  type Turn,
} from './sessions.ts';
export { registryTrouble, usageTrouble } from './store-trouble.ts';
export { isStoreUnavailable, unlessAway } from './store-unavailable.ts';
export type { UsageEntry } from './usage-entry.ts';
export { type Reader, UsageGroup, type UsageLag } from './usage-group.ts';
export { type Applied, type Delivered, UsageLog } from './usage-log.ts';
export { type PoisonedEntry, PoisonedEvents } from './usage-log-poison.ts';
export { eventRank } from './usage-log-rank.ts';
export { type LogRetention, retainLog } from './usage-log-retention.ts';
export { decodeRow, encodeRow, type IndexRow, type LogPlace } from './usage-log-row.ts';
export type { LogRow, LogSpan } from './usage-log-rows.ts';
export { type ActiveSession, SessionActivity, type SessionPlace } from './usage-log-sessions.ts';
export { type Sums, UsageSums } from './usage-log-sums.ts';
export { partitionOf, usagePartitions } from './usage-partition.ts';
export { type ExpiredRequest, UsageStream } from './usage-stream.ts';
export { UsageStreamFull } from './usage-stream-full.ts';
export { type UserAsk, UserQuota, type UserReservation, type UserStanding } from './user-quota.ts';
export {
  type VendorFailure,
  VendorHealth,
  type VendorStop,
  type VendorTrouble,
  vendorTroubles,
} from './vendor-health.ts';
export { concurrentLimit, type LimitWindows, remainingBy, windowsOf } from './windows.ts';
