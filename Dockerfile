# Portico in one image; the command's `--role` determines what a container does (docs/deployment.md).
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci
RUN npm run build
# Not needed to serve the pages: their sources and tests, and the files of packages for compilers and debuggers.
# The image has its own Node.js.
RUN npm pkg delete workspaces && npm pkg set 'workspaces[]=shared-types' 'workspaces[]=server'
RUN npm prune --omit=dev
RUN rm -rf node_modules/node node_modules/.cache
RUN find node_modules -type f -regex '.*\.\(map\|[cm]?ts\)' -delete
RUN mkdir data

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/portico-compile-cache
WORKDIR /app
COPY --from=build --chown=node:node /app/data /data
COPY --from=build /app/package.json /app/CHANGELOG.md /app/LICENSE ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/docs docs
COPY --from=build /app/shared-types shared-types
COPY --from=build /app/server server
COPY --from=build /app/browser-kit/src/theme browser-kit/src/theme
COPY --from=build /app/widget/dist widget/dist
COPY --from=build /app/embed-loader/dist embed-loader/dist
COPY --from=build /app/form-app/dist form-app/dist
COPY --from=build /app/persona-app/dist persona-app/dist
COPY --from=build /app/console/dist console/dist
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "server/src/main.ts"]
