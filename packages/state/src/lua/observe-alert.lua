--[[
Say of one subject whether an alert about it is due now. Whoever says it first raises the alert, and a message about it becomes due;
until it is over, saying it again changes nothing.

KEYS
  alerts   hash: alert id → the alert
  order    zset of alert ids by the time they were raised
  marks    hash: alert id and what became of it → when
  open     hash: subject → alert id
  pending  hash: subject → since when
  version  number of the last change
  due      zset of messages by the time they are due
ARGV
  subject   string   kind and target
  holds     integer  1 while it is so
  forMs     integer  how long it must have been so
  mostOpen  integer  open alerts; beyond that nothing is raised
  id        string   of the alert, where this raises it
  alert     string   as JSON, likewise
RETURNS
  outcome  string  quiet, waiting, raised, open, ended or full
  alertId  string  of the alert raised, open or ended
]]
--#include server-time
--#include alert-book

local now = serverTimeMs()
local known = redis.call('HGET', open, subject)

if holds == 0 then
  redis.call('HDEL', pending, subject)
  if not known then return { 'quiet', '' } end
  redis.call('HDEL', open, subject)
  redis.call('HSET', marks, known .. ' ended', now)
  redis.call('INCR', version)
  redis.call('ZADD', due, now, known .. ' ended')
  return { 'ended', known }
end

if known then return { 'open', known } end
redis.call('HSETNX', pending, subject, now)
if now - tonumber(redis.call('HGET', pending, subject)) < forMs then return { 'waiting', '' } end
if redis.call('HLEN', open) >= mostOpen then return { 'full', '' } end

redis.call('HDEL', pending, subject)
redis.call('HSET', open, subject, id)
redis.call('HSET', alerts, id, alert)
redis.call('ZADD', order, now, id)
redis.call('INCR', version)
redis.call('ZADD', due, now, id .. ' raised')
forgetOldAlerts(alerts, order, marks, open, due)
return { 'raised', id }
