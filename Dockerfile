# Selvage in a container: docker build -t selvage . && docker run -p 8080:8080 -v selvage-data:/data selvage
FROM node:20-bookworm-slim AS build
# the embedded store is compiled where no built one is at hand; these tools stay behind in this stage, at any version
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends python3 make g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /selvage
COPY . .
RUN npm ci && npm prune --omit=dev

FROM node:20-bookworm-slim
ENV NODE_ENV=production
WORKDIR /selvage
COPY --from=build /selvage/package.json ./
COPY --from=build /selvage/node_modules node_modules
COPY --from=build /selvage/dist dist
COPY --from=build /selvage/models models
COPY --from=build /selvage/examples examples
COPY --from=build /selvage/proto proto
RUN mkdir /data && chown node:node /data
# node
USER 1000
VOLUME /data
EXPOSE 8080
# give another port as SELVAGE_PORT, which the check reads, too
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "dist/src/cli/health-check.js"]
# why the flag: docs/operations.md, sizing
ENTRYPOINT ["node", "--min-semi-space-size=16", "dist/src/cli/main.js"]
# cleartext inside of the container's network; put TLS in front, or give --tls-cert and --tls-key in place of --insecure
CMD ["serve", "--host", "0.0.0.0", "--insecure", "--data", "/data"]
