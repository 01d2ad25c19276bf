import { anthropicAccess } from './anthropic/access.ts';
import { anthropicLimits } from './anthropic/limits.ts';
import { anthropicOutages } from './anthropic/outages.ts';
import { azure } from './compatible/azure.ts';
import { gateways } from './compatible/gateways.ts';
import { groq } from './compatible/groq.ts';
import { hosts } from './compatible/hosts.ts';
import { otherVendors } from './compatible/other-vendors.ts';
import { selfHosted } from './compatible/self-hosted.ts';
import type { Fault } from './fault.ts';
import { geminiAccess } from './gemini/access.ts';
import { geminiLimits } from './gemini/limits.ts';
import { geminiOutages } from './gemini/outages.ts';
import { geminiRequests } from './gemini/requests.ts';
import { openAiAccess } from './openai/access.ts';
import { openAiLimits } from './openai/limits.ts';
import { openAiOutages } from './openai/outages.ts';
import { openAiRequests } from './openai/requests.ts';
import { openRouterAccess } from './openrouter/access.ts';
import { openRouterLimits } from './openrouter/limits.ts';
import { openRouterOutages } from './openrouter/outages.ts';
import { wire } from './wire.ts';

/** Every failure that a provider is known to answer, by chapter. docs/failures.md is generated from it, and the proxy is played all of it. */
export const faultCatalogue: Readonly<Record<string, readonly Fault[]>> = {
  OpenAI: [...openAiLimits, ...openAiAccess, ...openAiRequests, ...openAiOutages],
  Anthropic: [...anthropicLimits, ...anthropicAccess, ...anthropicOutages],
  Gemini: [...geminiLimits, ...geminiAccess, ...geminiRequests, ...geminiOutages],
  OpenRouter: [...openRouterLimits, ...openRouterAccess, ...openRouterOutages],
  'Vendors of the OpenAI dialect': [...groq, ...azure, ...otherVendors, ...hosts, ...gateways, ...selfHosted],
  'The way there and back': wire,
};
