# One image with the three services as single files, the dashboard, init, which makes keys and certificates, and rotate, which changes the
# master key.
# Both stages need Node.js 24 or newer; the first also npm, unless `make build` has built these very sources before.
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /src
COPY . .
RUN node tools/launcher/src/build/main.ts --check || ./run node tools/launcher/src/build/main.ts

FROM ${BASE}
WORKDIR /app
# A new volume takes the owner of the folder that it is mounted on.
RUN mkdir /data && chown 10001:10001 /data
COPY --from=build /src/dist /app
COPY --from=build /src/web/dist /app/web
ENV NODE_ENV=production \
    PALIMPSEST_DATA_DIR=/data \
    PALIMPSEST_ENV_FILE=/data/env \
    PALIMPSEST_WEB_DIR=/app/web \
    PALIMPSEST_LISTEN_HOST=0.0.0.0
USER 10001:10001
# As `tools/launcher/src/node-arguments.ts` has it, where it says why.
ENTRYPOINT ["node", "--max-semi-space-size=16"]
CMD ["/app/proxy/main.mjs"]
