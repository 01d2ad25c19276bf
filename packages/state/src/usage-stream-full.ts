/** The usage stream has reached its bound: metering has to catch up before there is room for more. */
export class UsageStreamFull extends Error {
  override readonly name = 'UsageStreamFull';

  constructor() {
    super('the usage stream has reached its bound: metering is behind or away');
  }
}
