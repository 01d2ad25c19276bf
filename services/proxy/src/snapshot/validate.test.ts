import type { ConfigRecord, Limit } from '@palimpsest/domain';
import { exampleDataKey, exampleKey, examplePrice, exampleRoute, exampleUser } from '@palimpsest/testkit';
import { describe, expect, it } from 'vitest';
import { withRecord } from './apply-record.ts';
import { emptyConfiguration } from './configuration.ts';
import { faultOf } from './validate.ts';

const daily: Limit = {
  metric: 'requests',
  amount: 5,
  period: 'day',
  timeZone: 'Asia/Tokyo',
  models: undefined,
  enforce: true,
};
const fault = (entry: ConfigRecord) => faultOf(emptyConfiguration, entry);

describe('a record is accepted', () => {
  it.each<[string, ConfigRecord]>([
    ['a key with every kind of limit', exampleKey({ limits: [daily, { ...daily, metric: 'cost', amount: '0.5' }] })],
    ['a key without a secret', exampleKey({ secret: undefined })],
    ['a user', exampleUser(['one'], { limits: [{ metric: 'concurrent', amount: 1 }] })],
    ['a route', exampleRoute('smart', [{ provider: 'openai', model: 'gpt-4o' }])],
    ['a price', examplePrice()],
    ['a data key', exampleDataKey()],
  ])('%s', (_, entry) => expect(fault(entry)).toBeUndefined());

  it('a user again, with the same gateway key', () => {
    const user = exampleUser(['one']);
    expect(faultOf(withRecord(emptyConfiguration, user), user)).toBeUndefined();
  });
});

describe('a record is refused, and the reason names it', () => {
  it.each<[string, ConfigRecord, RegExp]>([
    ['without an id', exampleRoute('', [{ provider: 'openai', model: 'gpt-4o' }]), /a route has no id/],
    ['with an unknown time zone', exampleKey({ limits: [{ ...daily, timeZone: 'Mars/Base' }] }), /time zone/],
    ['with half a request', exampleKey({ limits: [{ ...daily, amount: 0.5 }] }), /requests/],
    ['with less than nothing', exampleUser([], { limits: [{ ...daily, amount: -1 }] }), /requests/],
    ['with money that is none', exampleUser([], { limits: [{ ...daily, metric: 'cost', amount: '1e3' }] }), /cost/],
    ['with an address that is none', exampleKey({ baseUrl: 'ftp://example.com' }), /address/],
    ['without a target', exampleRoute('smart', []), /no target/],
    ['without a model', examplePrice({ model: '' }), /no model/],
    ['with a short data key', exampleDataKey({ key: new Uint8Array(16) }), /32 bytes/],
  ])('%s', (_, entry, reason) => expect(fault(entry)).toMatch(reason));

  it('with the gateway key of another user', () => {
    const holder = exampleUser(['one']);
    expect(faultOf(withRecord(emptyConfiguration, holder), exampleUser(['one']))).toContain(holder.record.id);
  });
});
