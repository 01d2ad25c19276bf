import { describe, expect, it } from 'vitest';
import { serviceEnvironment } from './service-environment.ts';

const all = {
  PATH: '/bin',
  OPENAI_API_KEY: 'a',
  GEMINI_API_KEY_WORK__MODELS: 'b',
  PALIMPSEST_MASTER_KEY: 'c',
  PALIMPSEST_OPERATOR_KEY: 'd',
  PALIMPSEST_PROXY_OPS_PORT: '1',
  PALIMPSEST_DATA_DIR: '/data',
};

describe('the variables of a service', () => {
  it('hold the master key, the operator key and provider keys for control alone', () => {
    expect(serviceEnvironment('control', all)).toEqual({
      PATH: '/bin',
      OPENAI_API_KEY: 'a',
      GEMINI_API_KEY_WORK__MODELS: 'b',
      PALIMPSEST_MASTER_KEY: 'c',
      PALIMPSEST_OPERATOR_KEY: 'd',
      PALIMPSEST_DATA_DIR: '/data',
    });
    expect(serviceEnvironment('proxy', all)).toEqual({
      PATH: '/bin',
      PALIMPSEST_PROXY_OPS_PORT: '1',
      PALIMPSEST_DATA_DIR: '/data',
    });
    expect(serviceEnvironment('metering', all)).toEqual({
      PATH: '/bin',
      PALIMPSEST_DATA_DIR: '/data',
    });
  });
});
