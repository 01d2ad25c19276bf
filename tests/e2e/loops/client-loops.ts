/** Where a client finds its model: all that is changed in it. */
export type Place = { readonly baseURL: string; readonly apiKey: string; readonly model: string };

/** What an application does with a model, written once for each client as its documentation teaches it. */
export type ClientLoops = {
  readonly client: string;
  /** Lets the model call `weather` until it answers; gives the answer and the cities that were asked for. */
  toolLoop(place: Place): Promise<{ readonly text: string; readonly cities: readonly string[] }>;
  /** An object of the schema `{city: string, days: integer}`. */
  structuredOutput(place: Place): Promise<unknown>;
  imageQuestion(place: Place, pngBase64: string): Promise<string>;
  stream(place: Place): Promise<string>;
};

export const weatherOf = (city: string): string => `mild in ${city}`;
