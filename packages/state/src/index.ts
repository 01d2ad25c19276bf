export { type AuditEntry, AuditLog, type LoggedAudit } from './audit-log.ts';
export { type OperatorSession, OperatorSessions } from './operator-session.ts';
export { type Put, type PutResult, Registry } from './registry.ts';
export { followRegistry, type RegistryDelta, type StoredOf } from './registry-changes.ts';
export { type RegistryKind, type RegistryRecords, registryKinds, type Stored } from './registry-records.ts';
