# Two stages: what builds stays behind. The bot runs as nobody special, its database on a volume.
FROM python:3.11-slim AS build
WORKDIR /app
COPY requirements/run.txt requirements/run.txt
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --disable-pip-version-check \
        --require-hashes -r requirements/run.txt

FROM python:3.11-slim
RUN useradd --system --uid 10001 --home-dir /nonexistent --shell /usr/sbin/nologin axeman \
    && install -d -o axeman -g axeman -m 700 /data
COPY --from=build /venv /venv
WORKDIR /app
COPY bot bot
COPY cogs cogs
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    AXEMAN_DATABASE=/data/axeman.db
USER axeman
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s CMD ["python", "-m", "bot", "health"]
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]
