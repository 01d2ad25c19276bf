--[[
Note that an operator has seen an alert; the first one counts.

KEYS
  alerts   hash: alert id → the alert
  marks    hash: alert id and what became of it → when, and by whom
  version  number of the last change
ARGV
  id  string
  by  string
RETURNS
  outcome  string  acknowledged, known (it was before) or missing
]]
--#include server-time

if redis.call('HEXISTS', alerts, id) == 0 then return { 'missing' } end
if redis.call('HSETNX', marks, id .. ' acknowledged', serverTimeMs() .. ' ' .. by) == 0 then return { 'known' } end
redis.call('INCR', version)
return { 'acknowledged' }
