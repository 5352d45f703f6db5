"""Judges recordings with the Python packages mcap and mcap-protobuf-support, which know nothing of navbus.

recordings.py check FILE        reads a whole file in two ways, with all checksums; prints a line for each message
recordings.py make FILE KIND    copies the messages of standard input (lines of topic, time, data in hex) into a file:
                                KIND is zstd, lz4, none, loose (no chunks) or foreign (with channels of others)
"""

import binascii
import struct
import sys

from mcap.reader import NonSeekingReader, SeekingReader
from mcap.writer import CompressionType, Writer
from mcap_protobuf.decoder import DecoderFactory


def check(path):
    with open(path, "rb") as file:
        reader = SeekingReader(file, validate_crcs=True, decoder_factories=[DecoderFactory()])
        summary = reader.get_summary()
        statistics = summary.statistics
        indexed = [(c.topic, m.log_time, m.sequence, m.data) for _, c, m in reader.iter_messages(log_time_order=False)]
        decoded = list(reader.iter_decoded_messages(log_time_order=False))
        metadata = {record.name: dict(record.metadata) for record in reader.iter_metadata()}
        attachments = [record.name for record in reader.iter_attachments()]
    with open(path, "rb") as file:
        # Goes through the file from the front, and checks the checksum of the whole data section as well.
        reader = NonSeekingReader(file, validate_crcs=True)
        scanned = [(c.topic, m.log_time, m.sequence, m.data) for _, c, m in reader.iter_messages(log_time_order=False)]
    check_summary(path)
    if sorted(indexed) != sorted(scanned):
        sys.exit("the index does not name the messages of the file")
    if statistics.message_count != len(scanned):
        sys.exit(f"the statistics count {statistics.message_count} messages, there are {len(scanned)}")
    if statistics.chunk_count != len(summary.chunk_indexes):
        sys.exit("the statistics count other chunks than the index")
    print("metadata", *sorted(f"{key}={value}" for key, value in metadata["navbus"].items()))
    print("attachments", *attachments)
    for schema, channel, message, value in decoded:
        if message.log_time != message.publish_time:
            sys.exit("a message was published at another time than it was logged")
        if value.SerializeToString(deterministic=True) != message.data:
            sys.exit(f"{channel.topic}: the schema does not describe the message: {value}")
        fields = [schema.name, channel.topic, message.log_time, message.sequence, message.data.hex()]
        if schema.name == "foxglove.LocationFix":
            fields += [value.latitude, value.longitude, value.timestamp.seconds, value.timestamp.nanos]
            fields += [value.speed, value.course, value.heading, value.position_covariance[0]]
        print("message", *fields)


def check_summary(path):
    data = open(path, "rb").read()
    start, _, checksum = struct.unpack("<QQI", data[-28:-8])
    if binascii.crc32(data[start:-12]) != checksum:
        sys.exit("the checksum of the summary is wrong")


def make(path, kind):
    compressions = {"zstd": CompressionType.ZSTD, "lz4": CompressionType.LZ4}
    compression = compressions.get(kind, CompressionType.NONE)
    with open(path, "wb") as file:
        writer = Writer(file, chunk_size=4000, compression=compression, use_chunking=kind != "loose")
        writer.start()
        schema = writer.register_schema("navbus.v1.Envelope", "protobuf", b"")
        other = writer.register_schema("other.Thing", "jsonschema", b"{}")
        channels = {}
        for line in sys.stdin:
            topic, time, data = line.split()
            if topic not in channels:
                channels[topic] = writer.register_channel(topic, "protobuf", schema)
            writer.add_message(channels[topic], int(time), bytes.fromhex(data), int(time))
            if kind == "foreign":
                if "camera" not in channels:
                    channels["camera"] = writer.register_channel("camera", "json", other)
                writer.add_message(channels["camera"], int(time), b"{}", int(time))
        writer.finish()


if sys.argv[1] == "check":
    check(sys.argv[2])
else:
    make(sys.argv[2], sys.argv[3])
