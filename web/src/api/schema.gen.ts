/** The operator API as TypeScript sees it; written by `make gen` from its OpenAPI document. */
export interface paths {
    "/api/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List provider keys with how they stand */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    /** @description From `next_cursor` of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Key"][];
                            next_cursor: string | null;
                        };
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /** Store a provider key */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                        /** @description Empty: the provider's own families. */
                        models?: (string | {
                            name: string;
                            upstream: string;
                        })[] | null;
                        /** @description Absent: the provider's own address. */
                        base_url?: string | null;
                        /** @description What outages, locality and prices are kept by; absent: the provider, or the origin of a compatible server. */
                        vendor?: string | null;
                        /** @description Keys of one group drain one bucket at the provider. */
                        quota_group?: string | null;
                        limits?: ({
                            /** @enum {string} */
                            metric: "requests" | "tokens";
                            amount: number;
                            /** @enum {string} */
                            period: "minute" | "day" | "month";
                            /**
                             * @description IANA time zone of the calendar day or month.
                             * @default UTC
                             */
                            time_zone?: string;
                            /** @description Counts and limits only these. */
                            models?: string[] | null;
                            /**
                             * @description `false`: counted, never refused.
                             * @default true
                             */
                            enforce?: boolean;
                        } | {
                            /** @enum {string} */
                            metric: "cost";
                            /** @description USD; a decimal string keeps every place. */
                            amount: string | number;
                            /** @enum {string} */
                            period: "minute" | "day" | "month";
                            /**
                             * @description IANA time zone of the calendar day or month.
                             * @default UTC
                             */
                            time_zone?: string;
                            /** @description Counts and limits only these. */
                            models?: string[] | null;
                            /**
                             * @description `false`: counted, never refused.
                             * @default true
                             */
                            enforce?: boolean;
                        } | {
                            /** @enum {string} */
                            metric: "concurrent";
                            amount: number;
                        })[] | null;
                        timeouts?: {
                            first_byte_ms?: number | null;
                            stall_ms?: number | null;
                            plain_ms?: number | null;
                        } | null;
                        /** @default true */
                        enabled?: boolean;
                        /** @enum {string} */
                        provider: "openai" | "anthropic" | "gemini" | "openrouter" | "openai_compatible";
                        /** Format: password */
                        secret: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Key"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a provider key */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Key"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Delete a provider key */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /** Change a provider key; what is absent stays, null brings the default back */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name?: string;
                        /** @description Empty: the provider's own families. */
                        models?: (string | {
                            name: string;
                            upstream: string;
                        })[] | null;
                        /** @description Absent: the provider's own address. */
                        base_url?: string | null;
                        /** @description What outages, locality and prices are kept by; absent: the provider, or the origin of a compatible server. */
                        vendor?: string | null;
                        /** @description Keys of one group drain one bucket at the provider. */
                        quota_group?: string | null;
                        limits?: ({
                            /** @enum {string} */
                            metric: "requests" | "tokens";
                            amount: number;
                            /** @enum {string} */
                            period: "minute" | "day" | "month";
                            /**
                             * @description IANA time zone of the calendar day or month.
                             * @default UTC
                             */
                            time_zone?: string;
                            /** @description Counts and limits only these. */
                            models?: string[] | null;
                            /**
                             * @description `false`: counted, never refused.
                             * @default true
                             */
                            enforce?: boolean;
                        } | {
                            /** @enum {string} */
                            metric: "cost";
                            /** @description USD; a decimal string keeps every place. */
                            amount: string | number;
                            /** @enum {string} */
                            period: "minute" | "day" | "month";
                            /**
                             * @description IANA time zone of the calendar day or month.
                             * @default UTC
                             */
                            time_zone?: string;
                            /** @description Counts and limits only these. */
                            models?: string[] | null;
                            /**
                             * @description `false`: counted, never refused.
                             * @default true
                             */
                            enforce?: boolean;
                        } | {
                            /** @enum {string} */
                            metric: "concurrent";
                            amount: number;
                        })[] | null;
                        timeouts?: {
                            first_byte_ms?: number | null;
                            stall_ms?: number | null;
                            plain_ms?: number | null;
                        } | null;
                        enabled?: boolean;
                        /** Format: password */
                        secret?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Key"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/v1/keys/{id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take a key out of use until it is resumed */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        reason?: string;
                    } | null;
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Key"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a suspension, and with it cooldown, exhaustion and model states */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Key"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask the provider whether it takes the key; changes nothing of the key's state, whatever comes */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KeyTest"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End every cooldown and exhaustion, clear the stops of vendors and their windows; suspensions stay */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Reset"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List users with what is left of their limits */
        get: {
            parameters: {
                query?: {
                    /** @description A part of the name, whatever its case. A page of found users may be short, or empty, before the last one: go on while `next_cursor` is not `null`. */
                    name?: string;
                    /** @description The id of one user. */
                    id?: string;
                    limit?: number;
                    /** @description From `next_cursor` of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["User"][];
                            next_cursor: string | null;
                        };
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /** Create a user with a first gateway key, shown this once */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                        limits?: ({
                            /** @enum {string} */
                            metric: "requests" | "tokens";
                            amount: number;
                            /** @enum {string} */
                            period: "minute" | "day" | "month";
                            /**
                             * @description IANA time zone of the calendar day or month.
                             * @default UTC
                             */
                            time_zone?: string;
                            /** @description Counts and limits only these. */
                            models?: string[] | null;
                            /**
                             * @description `false`: counted, never refused.
                             * @default true
                             */
                            enforce?: boolean;
                        } | {
                            /** @enum {string} */
                            metric: "cost";
                            /** @description USD; a decimal string keeps every place. */
                            amount: string | number;
                            /** @enum {string} */
                            period: "minute" | "day" | "month";
                            /**
                             * @description IANA time zone of the calendar day or month.
                             * @default UTC
                             */
                            time_zone?: string;
                            /** @description Counts and limits only these. */
                            models?: string[] | null;
                            /**
                             * @description `false`: counted, never refused.
                             * @default true
                             */
                            enforce?: boolean;
                        } | {
                            /** @enum {string} */
                            metric: "concurrent";
                            amount: number;
                        })[] | null;
                        /** @description Public model names or globs; `null`: all. */
                        models?: string[] | null;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewUser"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a user */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["User"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Delete a user; all gateway keys of the user end with it */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /** Change a user; what is absent stays, null clears */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name?: string;
                        limits?: ({
                            /** @enum {string} */
                            metric: "requests" | "tokens";
                            amount: number;
                            /** @enum {string} */
                            period: "minute" | "day" | "month";
                            /**
                             * @description IANA time zone of the calendar day or month.
                             * @default UTC
                             */
                            time_zone?: string;
                            /** @description Counts and limits only these. */
                            models?: string[] | null;
                            /**
                             * @description `false`: counted, never refused.
                             * @default true
                             */
                            enforce?: boolean;
                        } | {
                            /** @enum {string} */
                            metric: "cost";
                            /** @description USD; a decimal string keeps every place. */
                            amount: string | number;
                            /** @enum {string} */
                            period: "minute" | "day" | "month";
                            /**
                             * @description IANA time zone of the calendar day or month.
                             * @default UTC
                             */
                            time_zone?: string;
                            /** @description Counts and limits only these. */
                            models?: string[] | null;
                            /**
                             * @description `false`: counted, never refused.
                             * @default true
                             */
                            enforce?: boolean;
                        } | {
                            /** @enum {string} */
                            metric: "concurrent";
                            amount: number;
                        })[] | null;
                        /** @description Public model names or globs; `null`: all. */
                        models?: string[] | null;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["User"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/v1/users/{id}/gateway-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a gateway key, shown this once */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewGatewayKey"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/gateway-keys/{kid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a gateway key; every proxy refuses it within a second */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    kid: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/routes/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a model route */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Route"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /** Create or replace a model route */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description May repeat the name in the address. */
                        name?: string;
                        /** @description The most preferred first. */
                        targets: {
                            /** @enum {string} */
                            provider: "openai" | "anthropic" | "gemini" | "openrouter" | "openai_compatible";
                            model: string;
                        }[];
                        system_prompt?: string | null;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Route"];
                    };
                };
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Route"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        /** Delete a model route */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List model routes */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    /** @description From `next_cursor` of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Route"][];
                            next_cursor: string | null;
                        };
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/routes/{name}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Which key would be chosen now for a route or a model, and why not the others; nothing is reserved */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description A user's id: only what this user may use. */
                        user?: string;
                        /** @description Vendors that served earlier turns of a session. */
                        session_vendors?: string[];
                        /** @description Prompt and answer together; absent: 1000. Under a limit of cost they count as the answer where that is dearer, as far as a limit in the request lets them. */
                        estimated_tokens?: number;
                        /** @description A body of /v1/chat/completions or /v1/embeddings: only what can serve it. Absent: something that every key can serve. */
                        request?: ({
                            messages: ({
                                /** @enum {string} */
                                role: "system" | "developer" | "user" | "assistant" | "tool" | "function";
                                content?: (string | ({
                                    type: string;
                                    text?: string;
                                } & {
                                    [key: string]: unknown;
                                })[]) | null;
                                tool_calls?: (({
                                    id: string;
                                    /** @enum {string} */
                                    type: "function";
                                    function: {
                                        name: string;
                                        arguments: string;
                                    } & {
                                        [key: string]: unknown;
                                    };
                                } & {
                                    [key: string]: unknown;
                                }) | ({
                                    id: string;
                                    /** @enum {string} */
                                    type: "custom";
                                } & {
                                    [key: string]: unknown;
                                }))[] | null;
                                tool_call_id?: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            n?: number | null;
                            max_tokens?: number | null;
                            max_completion_tokens?: number | null;
                            stop?: (string | string[]) | null;
                            tools?: (({
                                /** @enum {string} */
                                type: "function";
                                function: {
                                    name: string;
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            }) | ({
                                /** @enum {string} */
                                type: "custom";
                            } & {
                                [key: string]: unknown;
                            }))[] | null;
                            tool_choice?: (string | ({
                                type: string;
                            } & {
                                [key: string]: unknown;
                            })) | null;
                            response_format?: ({
                                type: string;
                            } & {
                                [key: string]: unknown;
                            }) | null;
                        } & {
                            [key: string]: unknown;
                        }) | ({
                            input: string | number[] | (string | number[])[];
                        } & {
                            [key: string]: unknown;
                        });
                    } | null;
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Simulation"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List prices */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    /** @description From `next_cursor` of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Price"][];
                            next_cursor: string | null;
                        };
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /** Enter a price, or correct the one that holds from the same moment; entries of the log never change */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        provider: "openai" | "anthropic" | "gemini" | "openrouter" | "openai_compatible";
                        vendor?: string | null;
                        model: string;
                        /** @description USD; a decimal string keeps every place. */
                        input_per_million: string | number;
                        cached_input_per_million?: (string | number) | null;
                        /** @description USD; a decimal string keeps every place. */
                        output_per_million: string | number;
                        per_request?: (string | number) | null;
                        effective_from?: string | null;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Price"];
                    };
                };
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Price"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a price */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List model calls, newest first */
        get: {
            parameters: {
                query?: {
                    user?: string;
                    /** @description A key that was tried, whether it served or not. */
                    key?: string;
                    provider?: string;
                    model?: string;
                    /** @description Included. */
                    from?: string;
                    /** @description Excluded. */
                    to?: string;
                    session?: string;
                    outcome?: "success" | "failed" | "cancelled" | "rejected" | "abandoned";
                    limit?: number;
                    /** @description From `next_cursor` of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Request"][];
                            next_cursor: string | null;
                        };
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one model call, with why each key was chosen or passed over */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RequestDetail"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sum usage by day, model, user, key and provider, in any mix */
        get: {
            parameters: {
                query?: {
                    user?: string;
                    /** @description The key that served. */
                    key?: string;
                    provider?: string;
                    model?: string;
                    /** @description Included. */
                    from?: string;
                    /** @description Excluded. */
                    to?: string;
                    /** @description Any of day, model, user, key, provider, separated by commas; without it one row sums all. */
                    group_by?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["UsageRow"][];
                        };
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Capacity and use of the pool, failovers, error rate, active sessions, alerts */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Overview"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List alerts, newest first; the last thousand are kept */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    /** @description From `next_cursor` of the page before. */
                    cursor?: string;
                    state?: "open" | "acknowledged" | "ended";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Alert"][];
                            next_cursor: string | null;
                        };
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say that an alert was seen; it is not raised again before it is over */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Alert"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alert-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read when alerts are raised */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AlertRules"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /** Set when alerts are raised; what is absent is as it would be without rules */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @default {} */
                        low_capacity?: {
                            /** @default true */
                            enabled?: boolean;
                            /**
                             * @description Raised while a smaller share of the enabled keys can serve; 0: never.
                             * @default 25
                             */
                            usable_keys_percent?: number;
                            /**
                             * @description Raised while a smaller share of the capped keys' requests is left; 0: never.
                             * @default 10
                             */
                            remaining_requests_percent?: number;
                            /**
                             * @description How long it must be so.
                             * @default 2
                             */
                            for_minutes?: number;
                        };
                        /** @default {} */
                        key_anomaly?: {
                            /** @default true */
                            enabled?: boolean;
                            /**
                             * @description Raised for a key that failed so often in a row, and for one that its provider rejected.
                             * @default 5
                             */
                            consecutive_failures?: number;
                            /**
                             * @description How long it must be so.
                             * @default 0
                             */
                            for_minutes?: number;
                        };
                        /** @default {} */
                        error_rate?: {
                            /** @default true */
                            enabled?: boolean;
                            /**
                             * @description Raised while a larger share of the requests that were not rejected failed or was abandoned.
                             * @default 25
                             */
                            error_percent?: number;
                            /**
                             * @description With fewer requests in the window nothing is said.
                             * @default 20
                             */
                            min_requests?: number;
                            /**
                             * @description What is looked back on.
                             * @default 15
                             */
                            window_minutes?: number;
                        };
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AlertRules"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhooks and how their last delivery went */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    /** @description From `next_cursor` of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Webhook"][];
                            next_cursor: string | null;
                        };
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /** Enter a webhook; its signing secret is shown this once */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Where messages are posted. It is stored and shown as it is: a secret does not belong in it. */
                        url: string;
                        name?: string | null;
                        events?: ("alert.raised" | "alert.ended")[] | null;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewWebhook"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a webhook; what still waited for it is not sent */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a signed message of the type `webhook.test` now, once, and say how it went */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookTest"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List operator actions, newest first */
        get: {
            parameters: {
                query?: {
                    actor?: "operator" | "dashboard" | "import" | "command";
                    /** @description `key.update`, or `key` for whatever was done to keys. */
                    action?: string;
                    /** @description The whole id or name of what was acted on. */
                    target?: string;
                    /** @description Included. */
                    from?: string;
                    /** @description Excluded. */
                    to?: string;
                    limit?: number;
                    /** @description From `next_cursor` of the page before. */
                    cursor?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["AuditEntry"][];
                            next_cursor: string | null;
                        };
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exports/usage.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sums of usage as CSV */
        get: {
            parameters: {
                query?: {
                    user?: string;
                    /** @description The key that served. */
                    key?: string;
                    provider?: string;
                    model?: string;
                    /** @description Included. */
                    from?: string;
                    /** @description Excluded. */
                    to?: string;
                    /** @description Any of day, model, user, key, provider, separated by commas; without it one row sums all. */
                    group_by?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A CSV file as of RFC 4180, with a row of headings. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": string;
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exports/requests.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The request log as CSV, newest first */
        get: {
            parameters: {
                query?: {
                    user?: string;
                    /** @description A key that was tried, whether it served or not. */
                    key?: string;
                    provider?: string;
                    model?: string;
                    /** @description Included. */
                    from?: string;
                    /** @description Excluded. */
                    to?: string;
                    session?: string;
                    outcome?: "success" | "failed" | "cancelled" | "rejected" | "abandoned";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A CSV file as of RFC 4180, with a row of headings. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": string;
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/exports/audit.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Operator actions as CSV, newest first */
        get: {
            parameters: {
                query?: {
                    actor?: "operator" | "dashboard" | "import" | "command";
                    /** @description `key.update`, or `key` for whatever was done to keys. */
                    action?: string;
                    /** @description The whole id or name of what was acted on. */
                    target?: string;
                    /** @description Included. */
                    from?: string;
                    /** @description Excluded. */
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A CSV file as of RFC 4180, with a row of headings. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": string;
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Hear what changes, as it does */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Server-sent events. `changed` has `{"changed":[…]}` with some of keys, users, routes, prices, requests, usage, overview, sessions, alerts, alert-rules, webhooks, audit: what to read again. A comment is a heartbeat. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the session of the cookie */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Session"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        /** Sign in with the operator key; sets the session cookie */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: password */
                        operator_key: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Session"];
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        /** Sign out */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List stored sessions, the one with the last answer first; contents are never shown */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    /** @description From `next_cursor` of the page before. */
                    cursor?: string;
                    /** @description Only the sessions of this user. */
                    user?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["StoredSession"][];
                            next_cursor: string | null;
                        };
                    };
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{user}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Forget a session: its stored turns are gone, the request log stays */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    user: string;
                    /** @description The `X-Session-ID`, URL-encoded. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{user}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Forget a session whose id is no good part of a path, such as `.` or `..` */
        delete: {
            parameters: {
                query: {
                    /** @description The `X-Session-ID`, URL-encoded. */
                    id: string;
                };
                header?: never;
                path: {
                    user: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request cannot be done as it is. */
                "4XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
                /** @description The gateway or something that it needs does not work now. */
                "5XX": {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/problem+json": components["schemas"]["Problem"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description RFC 9457 problem details. */
        Problem: {
            /** @description A URN that names the kind of problem. */
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @description The id of the request, as in the log. */
            instance: string;
            /** @enum {string} */
            code: "invalid_request" | "unauthorized" | "csrf_token_wrong" | "not_found" | "version_conflict" | "duplicate_secret" | "request_too_large" | "unsupported_media_type" | "too_many_attempts" | "internal_error" | "master_key_outdated" | "too_many_listeners" | "metering_unavailable" | "store_unavailable";
            errors?: {
                path: string;
                message: string;
            }[];
            conflicts_with?: {
                id: string;
                name: string;
            };
        };
        AlertRules: {
            low_capacity: {
                /** @default true */
                enabled: boolean;
                /**
                 * @description Raised while a smaller share of the enabled keys can serve; 0: never.
                 * @default 25
                 */
                usable_keys_percent: number;
                /**
                 * @description Raised while a smaller share of the capped keys' requests is left; 0: never.
                 * @default 10
                 */
                remaining_requests_percent: number;
                /**
                 * @description How long it must be so.
                 * @default 2
                 */
                for_minutes: number;
            };
            key_anomaly: {
                /** @default true */
                enabled: boolean;
                /**
                 * @description Raised for a key that failed so often in a row, and for one that its provider rejected.
                 * @default 5
                 */
                consecutive_failures: number;
                /**
                 * @description How long it must be so.
                 * @default 0
                 */
                for_minutes: number;
            };
            error_rate: {
                /** @default true */
                enabled: boolean;
                /**
                 * @description Raised while a larger share of the requests that were not rejected failed or was abandoned.
                 * @default 25
                 */
                error_percent: number;
                /**
                 * @description With fewer requests in the window nothing is said.
                 * @default 20
                 */
                min_requests: number;
                /**
                 * @description What is looked back on.
                 * @default 15
                 */
                window_minutes: number;
            };
        };
        Alert: {
            /** @example alr_01KXYZ… */
            id: string;
            /** @enum {string} */
            kind: "low_capacity" | "key_anomaly" | "error_rate" | "unpriced_model" | "unreadable_key";
            /** @description What it is about: a key, a provider and model, a figure of the pool. */
            target: string;
            message: string;
            /**
             * @description `acknowledged`: still so, and seen. `ended`: over, seen or not.
             * @enum {string}
             */
            state: "open" | "acknowledged" | "ended";
            /**
             * Format: date-time
             * @description When it was raised.
             */
            at: string;
            ended_at: string | null;
            acknowledged_at: string | null;
            /** @description `operator` or `dashboard`. */
            acknowledged_by: string | null;
        };
        AuditEntry: {
            /** @example aud_01KXYZ… */
            id: string;
            /** Format: date-time */
            at: string;
            /** @description `operator`, `dashboard`, `import` or `command`. */
            actor: string;
            /** @example key.create */
            action: string;
            target: string;
            /** @description The address that the action came from. */
            from: string | null;
            /** @description What was there before, without secrets; `null` for nothing. */
            before: unknown;
            after: unknown;
        };
        Usage: {
            prompt_tokens: number;
            cached_tokens: number;
            completion_tokens: number;
            total_tokens: number;
        };
        Attempt: {
            /** @example key_01KXYZ… */
            key: string;
            provider: string;
            model: string;
            /** @enum {string} */
            class: "success" | "transient" | "exhausted" | "rejected" | "fatal" | "cancelled";
            status: number | null;
            reason: string | null;
            latency_ms: number;
        };
        Request: {
            /** @example req_01KXYZ… */
            id: string;
            /** Format: date-time */
            at: string;
            /** @example usr_01KXYZ… */
            user: string;
            /** @example gwk_01KXYZ… */
            gateway_key: string;
            session: string | null;
            client_request_id: string | null;
            model: string;
            stream: boolean;
            /** @enum {string} */
            outcome: "success" | "failed" | "cancelled" | "rejected" | "abandoned";
            error_code: string | null;
            /** @enum {string} */
            context: "carried" | "none";
            chain: components["schemas"]["Attempt"][];
            attempts: number;
            served_by: {
                provider: string;
                vendor: string;
                /** @example key_01KXYZ… */
                key: string;
                model: string;
            } | null;
            usage: components["schemas"]["Usage"];
            operator_usage: components["schemas"]["Usage"];
            estimated: boolean;
            cost: string | null;
            operator_cost: string | null;
            price: string | null;
            latency_ms: number;
        };
        Candidate: {
            /** @example key_01KXYZ… */
            key: string;
            provider: string;
            model: string;
            /** @description `chosen`, or why the key was passed over. */
            verdict: string;
            until: string | null;
            remaining: number | null;
        };
        RequestDetail: {
            /** @example req_01KXYZ… */
            id: string;
            /** Format: date-time */
            at: string;
            /** @example usr_01KXYZ… */
            user: string;
            /** @example gwk_01KXYZ… */
            gateway_key: string;
            session: string | null;
            client_request_id: string | null;
            model: string;
            stream: boolean;
            /** @enum {string} */
            outcome: "success" | "failed" | "cancelled" | "rejected" | "abandoned";
            error_code: string | null;
            /** @enum {string} */
            context: "carried" | "none";
            chain: components["schemas"]["Attempt"][];
            attempts: number;
            served_by: {
                provider: string;
                vendor: string;
                /** @example key_01KXYZ… */
                key: string;
                model: string;
            } | null;
            usage: components["schemas"]["Usage"];
            operator_usage: components["schemas"]["Usage"];
            estimated: boolean;
            cost: string | null;
            operator_cost: string | null;
            price: string | null;
            latency_ms: number;
            candidates: components["schemas"]["Candidate"][];
            configuration_version: number;
        };
        UsageRow: {
            /** @description UTC, `2026-01-31`. */
            day?: string;
            model?: string;
            user?: string;
            key?: string;
            provider?: string;
            requests: number;
            prompt_tokens: number;
            cached_tokens: number;
            completion_tokens: number;
            total_tokens: number;
            /** @description USD as a decimal string; `null`: what was used had no price. */
            cost: string | null;
            /** @description Requests with tokens that are in no cost, for there was no price. */
            unpriced_requests: number;
            /** @description What failed attempts spent, in USD as a decimal string; `null`: what they used had no price. */
            operator_cost: string | null;
            /** @description Failed attempts with tokens that are in no operator cost, for there was no price. */
            unpriced_attempts: number;
        };
        LearnedLimit: {
            /** @enum {string} */
            metric: "requests" | "tokens" | "input_tokens" | "output_tokens" | "cost";
            /** @enum {string} */
            period: "second" | "minute" | "hour" | "day" | "month" | "unknown";
            /** @description A number; USD as a decimal string for `cost`; null where it was not told. */
            amount: (number | string) | null;
            /** @description As `amount`; null where it is no longer known. */
            remaining: (number | string) | null;
            /** @description When all of it is back, if nothing more is used. */
            resets_at: string | null;
            /** @description As the provider counts it; null: all models together. */
            model: string | null;
            /** @enum {string} */
            source: "header" | "error" | "poll";
            /** @enum {string} */
            confidence: "told" | "inferred";
            /** Format: date-time */
            told_at: string;
        };
        Limit: {
            /** @enum {string} */
            metric: "requests" | "tokens" | "cost" | "concurrent";
            /** @description A number; USD as a decimal string for `cost`. */
            amount: number | string;
            /** @enum {string} */
            period?: "minute" | "day" | "month";
            time_zone?: string;
            models?: string[];
            enforce?: boolean;
        };
        Remaining: {
            /** @description The counter: `requests:day:UTC`. */
            limit: string;
            /** @enum {string} */
            metric: "requests" | "tokens" | "cost" | "concurrent";
            /** @description A number; USD as a decimal string for `cost`. */
            remaining: number | string;
            resets_at: string | null;
        };
        /** @description Since midnight UTC. */
        UsageToday: {
            requests: number;
            total_tokens: number;
            /** @description USD as a decimal string; `null`: what was used had no price. */
            cost: string | null;
        };
        ModelState: {
            model: string;
            /** @enum {string} */
            state: "sleeping" | "exhausted" | "suspended";
            until: string | null;
            reason: string;
        };
        Key: {
            /** @example key_01KXYZ… */
            id: string;
            name: string;
            /** @enum {string} */
            provider: "openai" | "anthropic" | "gemini" | "openrouter" | "openai_compatible";
            secret_hint: string | null;
            base_url: string;
            vendor: string;
            models: (string | {
                name: string;
                upstream: string;
            })[];
            quota_group: string | null;
            limits: components["schemas"]["Limit"][];
            timeouts: {
                first_byte_ms?: number;
                stall_ms?: number;
                plain_ms?: number;
            };
            enabled: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @enum {string} */
            state: "active" | "sleeping" | "exhausted" | "suspended" | "disabled";
            until: string | null;
            reason: string | null;
            model_states: components["schemas"]["ModelState"][];
            remaining: components["schemas"]["Remaining"][];
            /** @description When the first of the limits begins anew. */
            resets_at: string | null;
            /** @description `null` while metering does not answer. */
            usage_today: components["schemas"]["UsageToday"] | null;
            /** @description What the provider said of its own limits. */
            learned_limits: components["schemas"]["LearnedLimit"][];
            last_used_at: string | null;
            consecutive_failures: number;
        };
        KeyTest: {
            ok: boolean;
            /** @enum {string} */
            class: "success" | "transient" | "exhausted" | "rejected" | "fatal" | "cancelled";
            latency_ms: number;
            /** @description The provider's HTTP status. */
            status: number | null;
            reason: string | null;
        };
        Reset: {
            /** @description How many keys were reset. */
            keys: number;
        };
        Overview: {
            users: number;
            pool: {
                keys: number;
                active: number;
                sleeping: number;
                /** @description Also keys that have used up a day or month limit of their operator. */
                exhausted: number;
                suspended: number;
                disabled: number;
                capped_keys: number;
                /** @description Requests left today and this month on the capped keys that can serve, of a quota group once; `null` without such keys. */
                requests_remaining: number | null;
            };
            /** @description The last 24 hours; `null` while metering does not answer. */
            traffic: {
                /** Format: date-time */
                since: string;
                requests: number;
                succeeded: number;
                failed: number;
                cancelled: number;
                rejected: number;
                abandoned: number;
                /** @description Requests that needed more than one attempt. */
                failovers: number;
                /** @description Failed and abandoned of all that were not rejected, 0 to 1. */
                error_rate: number;
                active_sessions: number;
                total_tokens: number;
                cost: string | null;
                unpriced_requests: number;
                operator_cost: string | null;
                unpriced_attempts: number;
                /** @description Usage events that are not counted yet. */
                metering_lag: number;
            } | null;
            public_api: {
                /** @description The base URL of OpenAI clients, after `PALIMPSEST_PUBLIC_URL`; `null` where that is unset. */
                base_url: string | null;
                /** @description The port of the proxies. */
                port: number;
            };
            alerts: {
                kind: string;
                message: string;
                /** Format: date-time */
                at: string;
            }[];
        };
        Price: {
            /** @example prc_01KXYZ… */
            id: string;
            provider: string;
            vendor: string | null;
            model: string;
            /**
             * @description USD as a decimal string.
             * @example 0.0035
             */
            input_per_million: string;
            cached_input_per_million: string | null;
            /**
             * @description USD as a decimal string.
             * @example 0.0035
             */
            output_per_million: string;
            /**
             * @description USD as a decimal string.
             * @example 0.0035
             */
            per_request: string;
            /** Format: date-time */
            effective_from: string;
            /** Format: date-time */
            created_at: string;
        };
        Route: {
            name: string;
            targets: {
                /** @enum {string} */
                provider: "openai" | "anthropic" | "gemini" | "openrouter" | "openai_compatible";
                model: string;
            }[];
            system_prompt: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        SimulatedCandidate: {
            /** @example key_01KXYZ… */
            key: string;
            provider: string;
            model: string;
            /** @description One of chosen, not-needed, sleeping, exhausted, suspended, disabled, unreadable, vendor, model, limit, concurrent, probing, unable. */
            verdict: string;
            until: string | null;
            /** @description Requests left under the tightest day or month limit. */
            remaining: number | null;
            /** @description The place in which it would be asked; null: passed over. */
            order: number | null;
        };
        Simulation: {
            chosen: {
                /** @example key_01KXYZ… */
                key: string;
                provider: string;
                model: string;
            } | null;
            candidates: components["schemas"]["SimulatedCandidate"][];
            /** @description How a proxy would refuse, where no key is chosen. */
            error: {
                code: string;
                message: string;
                /** @description Seconds. */
                retry_after: number | null;
            } | null;
        };
        Session: {
            /** @description Sent as `x-csrf-token` with every change. */
            csrf_token: string;
            /** Format: date-time */
            expires_at: string;
        };
        /** @description What is known of a conversation without opening it. */
        StoredSession: {
            /** @description The `X-Session-ID` as it was sent. */
            id: string;
            user: string;
            /** @description `null` where it began before the gateway noted such times. */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When its last turn was stored.
             */
            last_active_at: string;
            /**
             * Format: date-time
             * @description When it is forgotten unless it goes on.
             */
            expires_at: string;
            /** @description Encrypted pieces that are stored: a turn each, or several for a turn with tool calls. */
            stored_parts: number;
        };
        GatewayKey: {
            /** @example gwk_01KXYZ… */
            id: string;
            /** @description First eight hexadecimal digits of the key's SHA-256. */
            fingerprint: string;
            /** Format: date-time */
            created_at: string;
        };
        User: {
            /** @example usr_01KXYZ… */
            id: string;
            name: string;
            limits: components["schemas"]["Limit"][];
            models: string[] | null;
            gateway_keys: components["schemas"]["GatewayKey"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            remaining: components["schemas"]["Remaining"][];
        };
        NewUser: {
            /** @example usr_01KXYZ… */
            id: string;
            name: string;
            limits: components["schemas"]["Limit"][];
            models: string[] | null;
            gateway_keys: components["schemas"]["GatewayKey"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            remaining: components["schemas"]["Remaining"][];
            /**
             * @description Shown this once; keep it. A proxy may not know it for up to a second: until then it answers 401.
             * @example pgw_live_…
             */
            gateway_key: string;
        };
        NewGatewayKey: {
            /** @example gwk_01KXYZ… */
            id: string;
            /** @description First eight hexadecimal digits of the key's SHA-256. */
            fingerprint: string;
            /** Format: date-time */
            created_at: string;
            /**
             * @description Shown this once; keep it. A proxy may not know it for up to a second: until then it answers 401.
             * @example pgw_live_…
             */
            gateway_key: string;
        };
        Webhook: {
            /** @example whk_01KXYZ… */
            id: string;
            name: string | null;
            url: string;
            events: ("alert.raised" | "alert.ended")[];
            /** Format: date-time */
            created_at: string;
            last_delivery: {
                /** Format: date-time */
                at: string;
                ok: boolean;
                /** @description `null` where there was no answer. */
                status: number | null;
                /** @description `null` where it went well. */
                reason: string | null;
            } | null;
        };
        NewWebhook: {
            /** @example whk_01KXYZ… */
            id: string;
            name: string | null;
            url: string;
            events: ("alert.raised" | "alert.ended")[];
            /** Format: date-time */
            created_at: string;
            last_delivery: {
                /** Format: date-time */
                at: string;
                ok: boolean;
                /** @description `null` where there was no answer. */
                status: number | null;
                /** @description `null` where it went well. */
                reason: string | null;
            } | null;
            /** @description `whsec_` and base64: the key by which the receiver checks signatures. Shown this once. */
            secret: string;
        };
        WebhookTest: {
            ok: boolean;
            status: number | null;
            reason: string | null;
            latency_ms: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Problem = components['schemas']['Problem'];
export type AlertRules = components['schemas']['AlertRules'];
export type Alert = components['schemas']['Alert'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type Usage = components['schemas']['Usage'];
export type Attempt = components['schemas']['Attempt'];
export type Request = components['schemas']['Request'];
export type Candidate = components['schemas']['Candidate'];
export type RequestDetail = components['schemas']['RequestDetail'];
export type UsageRow = components['schemas']['UsageRow'];
export type LearnedLimit = components['schemas']['LearnedLimit'];
export type Limit = components['schemas']['Limit'];
export type Remaining = components['schemas']['Remaining'];
export type UsageToday = components['schemas']['UsageToday'];
export type ModelState = components['schemas']['ModelState'];
export type Key = components['schemas']['Key'];
export type KeyTest = components['schemas']['KeyTest'];
export type Reset = components['schemas']['Reset'];
export type Overview = components['schemas']['Overview'];
export type Price = components['schemas']['Price'];
export type Route = components['schemas']['Route'];
export type SimulatedCandidate = components['schemas']['SimulatedCandidate'];
export type Simulation = components['schemas']['Simulation'];
export type Session = components['schemas']['Session'];
export type StoredSession = components['schemas']['StoredSession'];
export type GatewayKey = components['schemas']['GatewayKey'];
export type User = components['schemas']['User'];
export type NewUser = components['schemas']['NewUser'];
export type NewGatewayKey = components['schemas']['NewGatewayKey'];
export type Webhook = components['schemas']['Webhook'];
export type NewWebhook = components['schemas']['NewWebhook'];
export type WebhookTest = components['schemas']['WebhookTest'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
