/** Undici's index brings fetch, web sockets, caches and mocks with it: 13 MB of an idle process. What has no types of its own there has them here. */
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici';
  export default Agent;
}
